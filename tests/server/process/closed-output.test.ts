import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { startInstance } from "../../support/instance.ts";

test("when its output is closed, the server continues to serve and stops in an orderly way", async () => {
	const site = await startInstance();
	onTestFinished(async () => void (await site.stop("SIGKILL")));
	for (const stream of [site.process.stdout, site.process.stderr]) {
		stream?.destroy();
		if (stream && !stream.closed) await once(stream, "close");
	}
	// Each request is a line of the log.
	for (let i = 0; i < 3; i++) expect((await fetch(`${site.url}/login`)).status).toBe(200);
	expect(await site.stop()).toBe(0);
});
