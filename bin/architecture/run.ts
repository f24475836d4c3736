import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../tests/conventions/source-files.ts";
import { drawArchitecture, PICTURE } from "./picture.ts";

writeFileSync(join(ROOT, PICTURE), drawArchitecture());
console.log(PICTURE);
