import { sourceFiles } from "../../tests/conventions/source-files.ts";
import { drawGraph } from "./draw.ts";
import { graphOf } from "./graph.ts";

/** The path of the picture, from the root of the project. */
export const PICTURE = "docs/architecture.svg";

/** @returns the picture of the imports as they are now */
export const drawArchitecture = (): string => drawGraph(graphOf(sourceFiles("app", "server")));
