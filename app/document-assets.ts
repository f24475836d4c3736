import { createContext } from "react";

/** What a document page carries instead of the framework's scripts. Null in the browser. */
export type DocumentAssets = { css: string; scriptUrl: string; nonce: string };

export const DocumentAssetsContext = createContext<DocumentAssets | null>(null);
