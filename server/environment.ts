// React chooses its fast or its slow variant by this when it is loaded, so it has to be set before any
// module that loads React: this one is imported first.
process.env.NODE_ENV ??= "production";

export {};
