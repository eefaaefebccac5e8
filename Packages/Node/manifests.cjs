"use strict";

// Writes the package.json of the packages that are packed.
//
// usage: node manifests.cjs VERSION PLATFORM FOLDER
//   FOLDER has the folders `main` and PLATFORM, such as `linux-x64`

const fs = require("node:fs");
const path = require("node:path");
const process = require("node:process");
const main = require("./package.json");
const { platforms } = require("./lib/binary.cjs");

const [version, platform, folder] = process.argv.slice(2);
if (!platforms.includes(platform)) {
    throw new Error(
        `no package is made for ${platform}; there are ${platforms.join(", ")}`,
    );
}
const [os, cpu] = platform.split("-");

write("main", {
    ...main,
    version,
    optionalDependencies: Object.fromEntries(
        platforms.map((p) => [`@mockpostly/${p}`, version]),
    ),
});
write(platform, {
    name: `@mockpostly/${platform}`,
    version,
    description: `The program of the package mockpostly for ${platform}`,
    license: main.license,
    repository: main.repository,
    os: [os],
    cpu: [cpu],
    files: ["bin"],
    // Yarn keeps packages in archives, from which no program can be run.
    preferUnplugged: true,
});

function write(name, manifest) {
    const file = path.join(folder, name, "package.json");
    fs.writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
