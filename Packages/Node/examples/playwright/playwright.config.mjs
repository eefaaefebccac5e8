export default {
    globalSetup: "mockpostly/playwright/global-setup",
};
