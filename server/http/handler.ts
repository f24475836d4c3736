/** The server's knowledge of a request beside the request itself. */
export type RequestContext = { clientAddress: string; requestId: string };

/** The application: a request in, a response out. */
export type Handler = (request: Request, context: RequestContext) => Promise<Response>;
