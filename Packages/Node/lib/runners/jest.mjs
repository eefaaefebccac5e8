import jest from "./jest.cjs";

export const { it, test } = jest;
