#pragma once

/// Takes back what was set in the environment so that the program could start; called by `main`.
void mockpostly_started(void);

/// The arguments of the process from its name on, with a null pointer at the end; null where only the
/// system knows them.
char *const *mockpostly_arguments(void);
