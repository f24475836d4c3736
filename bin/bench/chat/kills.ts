import { setTimeout as wait } from "node:timers/promises";
import { startFakeModel } from "../../../tests/support/fakes/fake-model.ts";
import { recital } from "../../../tests/support/fakes/fake-model-text.ts";
import { startInstance } from "../../../tests/support/instance.ts";
import { Person } from "../../../tests/support/person.ts";
import { readEnded } from "../support/ended-answers.ts";
import { modelled, withDataDir } from "../support/site.ts";
import type { Figure } from "../support/table.ts";

const KILLS = 8;
const AT_ONCE = 3;

/** Kills the server at random moments of its answers and counts incomplete answers after the next start. */
export const measureKills = (): Promise<Figure[]> =>
	withDataDir(async (folder, url) => {
		const model = await startFakeModel();
		const env = { ...modelled(model), DATA_DIR: folder };
		const wanted = new Map<string, string>();
		let instance = await startInstance({ env });
		try {
			for (let kill = 0; kill < KILLS; kill++) {
				const person = await new Person(instance).register();
				for (let i = 0; i < AT_ONCE; i++) {
					const number = kill * AT_ONCE + i;
					const { answerId } = await person.ask(`сценарий:recite:${number}`);
					wanted.set(answerId, recital(number));
				}
				await wait(Math.random() * 800);
				await instance.stop("SIGKILL");
				instance = await startInstance({ env });
				// Each answer is killed twice at most: after the third time it is ended as interrupted, with its text.
				await readEnded(url, [...wanted.keys()].slice(0, kill * AT_ONCE));
			}
			const answers = await readEnded(url, [...wanted.keys()]);
			const lost = [...wanted].filter(([id, text]) => answers.get(id) !== text).length;
			return [
				{
					what: `answers lost over ${KILLS} × kill -9, of ${wanted.size}`,
					measured: String(lost),
					bar: "0",
					limit: "0",
				},
			];
		} finally {
			await instance.stop();
			await model.stop();
		}
	});
