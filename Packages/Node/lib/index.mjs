import library from "./index.cjs";

export const { Failure, MockServer, Unmet, World, binaryPath } = library;
