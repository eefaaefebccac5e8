#include "assets.h"
#include "packing.h"

static const struct asset files[] = {
#define PATH Sources/Dashboard/address.js
#include "file.h"
#define PATH Sources/Dashboard/addresses.js
#include "file.h"
#define PATH Sources/Dashboard/api.js
#include "file.h"
#define PATH Sources/Dashboard/dialogs.js
#include "file.h"
#define PATH Sources/Dashboard/first.js
#include "file.h"
#define PATH Sources/Dashboard/format.js
#include "file.h"
#define PATH Sources/Dashboard/icon.svg
#include "file.h"
#define PATH Sources/Dashboard/index.html
#include "file.h"
#define PATH Sources/Dashboard/journal.js
#include "file.h"
#define PATH Sources/Dashboard/main.js
#include "file.h"
#define PATH Sources/Dashboard/page.css
#include "file.h"
#define PATH Sources/Dashboard/page.js
#include "file.h"
#define PATH Sources/Dashboard/panels.js
#include "file.h"
#define PATH Sources/Dashboard/panels/clock.css
#include "file.h"
#define PATH Sources/Dashboard/panels/clock.js
#include "file.h"
#define PATH Sources/Dashboard/panels/clock/meaning.js
#include "file.h"
#define PATH Sources/Dashboard/panels/data.css
#include "file.h"
#define PATH Sources/Dashboard/panels/data.js
#include "file.h"
#define PATH Sources/Dashboard/panels/data/columns.js
#include "file.h"
#define PATH Sources/Dashboard/panels/data/pictures.js
#include "file.h"
#define PATH Sources/Dashboard/panels/data/record.js
#include "file.h"
#define PATH Sources/Dashboard/panels/data/records.js
#include "file.h"
#define PATH Sources/Dashboard/panels/data/table.js
#include "file.h"
#define PATH Sources/Dashboard/panels/data/token.js
#include "file.h"
#define PATH Sources/Dashboard/panels/drift.css
#include "file.h"
#define PATH Sources/Dashboard/panels/drift.js
#include "file.h"
#define PATH Sources/Dashboard/panels/drift/report.js
#include "file.h"
#define PATH Sources/Dashboard/panels/faults.css
#include "file.h"
#define PATH Sources/Dashboard/panels/faults.js
#include "file.h"
#define PATH Sources/Dashboard/panels/faults/changeform.js
#include "file.h"
#define PATH Sources/Dashboard/panels/faults/match.js
#include "file.h"
#define PATH Sources/Dashboard/panels/faults/members.js
#include "file.h"
#define PATH Sources/Dashboard/panels/faults/orders.js
#include "file.h"
#define PATH Sources/Dashboard/panels/faults/ruleform.js
#include "file.h"
#define PATH Sources/Dashboard/panels/faults/rules.js
#include "file.h"
#define PATH Sources/Dashboard/panels/faults/stubform.js
#include "file.h"
#define PATH Sources/Dashboard/panels/faults/stubs.js
#include "file.h"
#define PATH Sources/Dashboard/panels/live.css
#include "file.h"
#define PATH Sources/Dashboard/panels/live.js
#include "file.h"
#define PATH Sources/Dashboard/panels/live/chart.js
#include "file.h"
#define PATH Sources/Dashboard/panels/live/code.js
#include "file.h"
#define PATH Sources/Dashboard/panels/live/compare.js
#include "file.h"
#define PATH Sources/Dashboard/panels/live/entry.js
#include "file.h"
#define PATH Sources/Dashboard/panels/live/filter.js
#include "file.h"
#define PATH Sources/Dashboard/panels/live/rows.js
#include "file.h"
#define PATH Sources/Dashboard/panels/routes.css
#include "file.h"
#define PATH Sources/Dashboard/panels/routes.js
#include "file.h"
#define PATH Sources/Dashboard/panels/routes/answer.js
#include "file.h"
#define PATH Sources/Dashboard/panels/routes/description.js
#include "file.h"
#define PATH Sources/Dashboard/panels/routes/examples.js
#include "file.h"
#define PATH Sources/Dashboard/panels/routes/form.js
#include "file.h"
#define PATH Sources/Dashboard/panels/routes/sending.js
#include "file.h"
#define PATH Sources/Dashboard/panels/routes/signin.js
#include "file.h"
#define PATH Sources/Dashboard/panels/routes/words.js
#include "file.h"
#define PATH Sources/Dashboard/panels/sockets.css
#include "file.h"
#define PATH Sources/Dashboard/panels/sockets.js
#include "file.h"
#define PATH Sources/Dashboard/panels/sockets/clients.js
#include "file.h"
#define PATH Sources/Dashboard/panels/sockets/frames.js
#include "file.h"
#define PATH Sources/Dashboard/panels/sockets/pushes.js
#include "file.h"
#define PATH Sources/Dashboard/panels/sockets/scenarios.js
#include "file.h"
#define PATH Sources/Dashboard/panels/start.css
#include "file.h"
#define PATH Sources/Dashboard/panels/start.js
#include "file.h"
#define PATH Sources/Dashboard/panels/worlds.css
#include "file.h"
#define PATH Sources/Dashboard/panels/worlds.js
#include "file.h"
#define PATH Sources/Dashboard/panels/worlds/chosen.js
#include "file.h"
#define PATH Sources/Dashboard/panels/worlds/files.js
#include "file.h"
#define PATH Sources/Dashboard/panels/worlds/forms.js
#include "file.h"
#define PATH Sources/Dashboard/panels/worlds/snapshots.js
#include "file.h"
#define PATH Sources/Dashboard/parts.js
#include "file.h"
#define PATH Sources/Dashboard/reader.js
#include "file.h"
#define PATH Sources/Dashboard/view.js
#include "file.h"
};

size_t mockpostly_asset_dashboard_count(void)
{
    return sizeof files / sizeof *files;
}

const char *mockpostly_asset_dashboard_name(size_t index)
{
    return files[index].name + sizeof "Sources/Dashboard";
}

const unsigned char *mockpostly_asset_dashboard(size_t index, size_t *size)
{
    *size = files[index].size;
    return files[index].bytes;
}
