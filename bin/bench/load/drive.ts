import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Sample } from "../soak/memory.ts";
import { cpuMs, memoryMb } from "../support/processes.ts";
import { median, round } from "../support/table.ts";
import type { AnswersMessage, AnswersOrder, AnswersReport } from "./answers.ts";
import type { Delays } from "./delays.ts";
import type { View, ViewsReport } from "./views.ts";

const MINUTE = 60_000;

export type Load = AnswersOrder & {
	/** The name of the run in its printed lines. */
	name: string;
	minutes: number;
	viewsPerSecond: number;
	views: View[];
	/** The processes that serve, whose memory and CPU are looked at. */
	servers: number[];
};

export type Driven = {
	answers: AnswersReport;
	views: ViewsReport;
	/** Memory of all servers together, each second. */
	samples: Sample[];
	/** Percent of one core: of all servers, of the answers' generator, of the views; and of the machine's cores. */
	cpu: { servers: number; answers: number; views: number; machine: number };
};

/** Starts the process that is the model. It answers each question at once until the load is driven. */
export async function startAnswers(): Promise<{ child: ChildProcess; port: number }> {
	const child = fork(join(import.meta.dirname, "answers.ts"));
	const [message] = (await once(child, "message")) as [AnswersMessage];
	return { child, port: message.kind === "listening" ? message.port : 0 };
}

/** Keeps answers live and opens pages for some minutes, each of which is printed, and waits for the last answers. */
export async function drive(generator: ChildProcess, load: Load): Promise<Driven> {
	const { name, minutes, viewsPerSecond, views, servers, ...order } = load;
	const viewer = fork(join(import.meta.dirname, "views.ts"));
	const run: Pick<Driven, "samples" | "cpu"> = {
		samples: [],
		cpu: { servers: 0, answers: 0, views: 0, machine: 0 },
	};
	try {
		generator.send(order satisfies AnswersOrder);
		await once(generator, "message");
		viewer.send({ port: order.port, perSecond: viewsPerSecond, views });
		await reportOf<AnswersReport>(generator, "report");
		const began = Date.now();
		const sampling = setInterval(() => {
			const mb = servers.reduce((sum, pid) => sum + memoryMb(pid), 0);
			run.samples.push({ minute: (Date.now() - began) / MINUTE, mb });
		}, 1_000);
		let viewed: ViewsReport | undefined;
		try {
			for (let minute = 1; minute <= minutes; minute++) {
				const used = usage(servers);
				await wait(Math.max(0, began + minute * MINUTE - Date.now()));
				const { servers: own, machine } = used();
				const answered = await reportOf<AnswersReport>(generator, "report");
				viewed = await reportOf<ViewsReport>(viewer, minute === minutes ? "stop" : "report");
				const cpu = { servers: own, answers: answered.cpu, views: viewed.cpu, machine };
				for (const which of ["servers", "answers", "views", "machine"] as const)
					run.cpu[which] += cpu[which] / minutes;
				const memory = run.samples.filter((sample) => sample.minute > minute - 1).map(({ mb }) => mb);
				console.error(`${name}, minute ${minute}: ${lineOf(answered, viewed, median(memory), cpu)}`);
			}
		} finally {
			clearInterval(sampling);
		}
		const answers = await reportOf<AnswersReport>(generator, "stop");
		if (!viewed) throw new Error("A run has at least one minute.");
		for (const failure of [...answers.failures, ...viewed.failures]) console.error(`${name}: ${failure}`);
		return { answers, views: viewed, ...run };
	} finally {
		viewer.kill();
		generator.kill();
	}
}

function lineOf(answers: AnswersReport, views: ViewsReport, memory: number, cpu: Driven["cpu"]): string {
	const groups = Object.entries(views.groups).map(([group, { minute }]) => `${group} ${spreadOf(minute)}`);
	return [
		`answers ${answers.whole} whole of ${answers.begun}, broken ${answers.broken}, refused ${answers.refused}`,
		`${answers.pieces} pieces, delay ${spreadOf(answers.delays)} ms`,
		`${views.views} views, errors ${views.errors}, ms: ${groups.join(", ")}`,
		`memory ${round(memory, 0)} MB`,
		`CPU %: ${cpuLine(cpu)}`,
	].join("; ");
}

/** Median, 99th percentile and longest. */
export const spreadOf = ({ p50, p99, max }: Delays) => `${round(p50)} / ${round(p99)} / ${round(max, 0)}`;
export const cpuLine = ({ servers, answers, views, machine }: Driven["cpu"]) =>
	`servers ${round(servers, 0)}, generator ${round(answers, 0)}, views ${round(views, 0)}, machine ${round(machine, 0)} of ${cpus().length * 100}`;

/** A child's reply; to «stop» that of the answers comes when the last of them has ended. */
async function reportOf<T>(child: ChildProcess, command: "report" | "stop"): Promise<T> {
	child.send(command);
	const [message] = await once(child, "message");
	return message as T;
}

/** @returns percents of one core since now: of these processes, and of everything on the machine */
function usage(pids: readonly number[]): () => { servers: number; machine: number } {
	const read = () => ({
		own: pids.reduce((sum, pid) => sum + cpuMs(pid), 0),
		busy: cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0),
	});
	const [before, at] = [read(), performance.now()];
	return () => {
		const [after, ms] = [read(), performance.now() - at];
		return {
			servers: ((after.own - before.own) / ms) * 100,
			machine: ((after.busy - before.busy) / ms) * 100,
		};
	};
}
