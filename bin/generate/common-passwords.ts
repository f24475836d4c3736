// Regenerates the fingerprints of common passwords, after another edition of the list was installed: node
// bin/generate/common-passwords.ts. A test fails when that is due.
import { writeFileSync } from "node:fs";
import { commonestFingerprints } from "./common-passwords/commonest.ts";

const PER_LINE = 12;

const lines = Array.from({ length: Math.ceil(commonestFingerprints.length / PER_LINE) }, (_, i) =>
	commonestFingerprints.slice(i * PER_LINE, (i + 1) * PER_LINE).join(" "),
);

writeFileSync(
	new URL("../../app/accounts/password/common-passwords/fingerprints.server.ts", import.meta.url),
	`/**
 * Fingerprints of the ${commonestFingerprints.length} passwords of ten characters and more in the list of
 * \`@zxcvbn-ts/language-common\`, a dozen to a line. Written by bin/generate/common-passwords.ts.
 */
export const fingerprints = \`${lines.join("\n")}\`;
`,
);
