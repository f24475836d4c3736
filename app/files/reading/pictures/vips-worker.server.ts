/** A thread of libvips, which it starts by this file: the package's own file begins with what is refused here. */

import { giveConstants } from "./open-vips.server.ts";

giveConstants();
await import("wasm-vips");
