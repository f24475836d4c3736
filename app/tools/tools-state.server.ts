import { service } from "../platform/service.server.ts";
import type { Tools } from "./tools.server.ts";

/**
 * The state of the tools in this process, without the tools: the operator's screens show it, and must not reach what
 * reads people's documents and conversations.
 */
export const toolsState = service<Pick<Tools, "own" | "canSearch" | "stateOf">>("state of the tools");
