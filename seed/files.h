// The files of the standard seed, which ships inside the program; a test holds this list equal to the
// folders of the systems that are listed.
#define PATH seed/postly/community.json
#include "../Sources/C/Assets/file.h"
#define PATH seed/postly/composed.json
#include "../Sources/C/Assets/file.h"
#define PATH seed/postly/essays-code.json
#include "../Sources/C/Assets/file.h"
#define PATH seed/postly/essays-home.json
#include "../Sources/C/Assets/file.h"
#define PATH seed/postly/essays-kitchen.json
#include "../Sources/C/Assets/file.h"
#define PATH seed/postly/essays-languages.json
#include "../Sources/C/Assets/file.h"
#define PATH seed/postly/essays-outdoors.json
#include "../Sources/C/Assets/file.h"
#define PATH seed/postly/essays-places.json
#include "../Sources/C/Assets/file.h"
#define PATH seed/postly/people.json
#include "../Sources/C/Assets/file.h"
#define PATH seed/realworld/realworld.json
#include "../Sources/C/Assets/file.h"
#define PATH seed/wreely/wreely.json
#include "../Sources/C/Assets/file.h"
