#pragma once

/// Takes back what was set in the environment so that the program could start; called by `main`.
void mockpostly_started(void);
