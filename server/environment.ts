// React chooses its production or development build by this when it is loaded, so it has to be set before any module
// that loads React: this module is imported first.
process.env.NODE_ENV ??= "production";

export {};
