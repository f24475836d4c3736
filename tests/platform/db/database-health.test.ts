import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { checkDatabase } from "../../../app/platform/db/database-health.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { stall } from "../../support/stall.ts";

/** Both ends of a connection within this process. */
async function openPair(): Promise<[near: Socket, far: Socket]> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const near = connect((server.address() as AddressInfo).port, "127.0.0.1");
	const [[far]] = (await Promise.all([once(server, "connection"), once(near, "connect")])) as [[Socket], []];
	onTestFinished(() => {
		for (const socket of [near, far]) socket.destroy();
		server.close();
	});
	return [near, far];
}

eachDatabase((openTestDb, name) => {
	// Its rows come at once, so that only what the test sends is waited for.
	test.runIf(name === "SQLite")(
		"a stall of this process is no silence of the database: a reply that has come meanwhile is read first",
		async () => {
			const [near, far] = await openPair();
			const reply = once(near, "data");
			const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
			const db = (await openTestDb()).withPlugin({
				transformQuery: ({ node }) => node,
				transformResult: async ({ result }) => {
					ask();
					await reply;
					return result;
				},
			});
			const health = checkDatabase(db, 100);
			await isAsked;
			far.write("reply");
			stall(300);
			expect(await health).toMatchObject({ database: "ok" });
		},
	);
});
