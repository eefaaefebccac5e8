// `await using`, as TypeScript 5.2 and later have it; the same names for earlier ones.

declare global {
    interface SymbolConstructor {
        readonly asyncDispose: unique symbol;
    }

    interface AsyncDisposable {
        [Symbol.asyncDispose](): PromiseLike<void>;
    }
}

export {};
