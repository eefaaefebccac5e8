module.exports = {
    globalSetup: "mockpostly/jest/global-setup",
    globalTeardown: "mockpostly/jest/global-teardown",
    testEnvironment: "node",
    testMatch: ["**/*.test.cjs"],
};
