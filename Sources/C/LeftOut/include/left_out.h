// What stands in the static program in place of code that nothing reaches.
//
// The linker puts it there: scripts/left-out.txt says what for what. Nothing here is called by name,
// and a program that is linked with shared libraries has none of it.
#pragma once
