// The panels, in the order of their names at the side. `docs/dashboard.md` tells how one is made.

/** A panel has its functions, such as `draw`, once it was loaded. */
export const panels = [
    ["start", "Start"],
    ["live", "Live"],
    ["data", "Data"],
    ["worlds", "Worlds"],
    ["clock", "Clock"],
    ["faults", "Faults and stubs"],
    ["sockets", "Sockets"],
    ["routes", "Routes"],
    ["drift", "Drift"],
].map(([name, title]) => ({ name, title, loading: null }));

/** The panel called `name`, else the first. */
export function find(name) {
    return panels.find((panel) => panel.name === name) ?? panels[0];
}

/** Reads the files of a panel, once. */
export function load(panel) {
    panel.loading ??= read(panel).catch((error) => {
        panel.loading = null;
        throw error;
    });
    return panel.loading;
}

async function read(panel) {
    const { name } = panel;
    const [module] = await Promise.all([import(`./panels/${name}.js`), ...styles(name)]);
    document.getElementById(`files-${name}`).remove();
    Object.assign(panel, module[name]);
}

/** Asks for the files that `index.html` names for a panel; gives when its styles are there. */
function styles(name) {
    const { content } = document.getElementById(`files-${name}`);
    const links = [...content.cloneNode(true).children];
    document.head.append(...links);
    return links.filter(({ rel }) => rel === "stylesheet").map((link) =>
        new Promise((resolve, reject) => {
            link.onload = resolve;
            link.onerror = () => reject(new TypeError(`${link.href} was not read.`));
        })
    );
}
