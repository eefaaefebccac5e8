export default {
    test: {
        globalSetup: "mockpostly/vitest/global-setup",
    },
};
