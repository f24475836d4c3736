import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../tests/house/source-files.ts";
import { drawArchitecture, PICTURE } from "./picture.ts";

writeFileSync(join(ROOT, PICTURE), drawArchitecture());
console.log(PICTURE);
