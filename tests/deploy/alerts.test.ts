import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../conventions/source-files.ts";

const RULES = join(ROOT, "docs/operator/alerts.yml");
const folder = mkdtempSync(join(tmpdir(), "sobesednik-alerts-"));
afterAll(() => rmSync(folder, { recursive: true }));

const hasPromtool = spawnSync("promtool", ["--version"]).error === undefined;
const unlessMissing = hasPromtool ? "" : " (not tried: promtool is not installed)";

function promtool(...args: string[]): { code: number | null; text: string } {
	const { status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8" });
	return { code: status, text: `${stdout}${stderr}` };
}

/** For each alert what Prometheus has read of a server for an hour, as promtool writes it: first value, step, times. */
const SERIES: Record<string, Record<string, string>> = {
	СерверНеОтвечает: { 'up{job="sobesednik"}': "0x120" },
	ОшибкиСервера: {
		'http_requests_total{class="2xx"}': "0+90x120",
		'http_requests_total{class="5xx"}': "0+10x120",
	},
	СтраницыМедленные: {
		'http_request_duration_seconds_bucket{le="1"}': "0+5x120",
		'http_request_duration_seconds_bucket{le="5"}': "0+10x120",
		'http_request_duration_seconds_bucket{le="+Inf"}': "0+10x120",
	},
	ЦиклСобытийЗанят: { 'nodejs_eventloop_delay_seconds{quantile="0.99"}': "0.2x120" },
	ПамятиМного: { process_resident_memory_bytes: "1300000000x120" },
	ВопросыОтклоняются: { sobesednik_refusing: "1x120" },
	МодельНеОтвечает: {
		'sobesednik_answer_failures_total{model="m",code="unreachable"}': "0+5x120",
		'sobesednik_answers_total{model="m",state="failed"}': "0+5x120",
		'sobesednik_answers_total{model="m",state="done"}': "0+5x120",
	},
	МодельМедленная: {
		'sobesednik_first_piece_seconds_bucket{model="m",le="10"}': "0+5x120",
		'sobesednik_first_piece_seconds_bucket{model="m",le="30"}': "0+10x120",
		'sobesednik_first_piece_seconds_bucket{model="m",le="+Inf"}': "0+10x120",
	},
	ЗаданияПросрочены: { sobesednik_jobs_overdue: "1x120" },
	ЗаданияОставлены: { sobesednik_jobs_given_up: "1x120" },
	ДискКончается: { sobesednik_disk_free_bytes: "1000000000x120" },
	КопияСтарая: { sobesednik_backup_age_seconds: "140000x120" },
};

/** The same of a server that is well. */
const WELL = {
	'up{job="sobesednik"}': "1x120",
	'http_requests_total{class="2xx"}': "0+100x120",
	'http_requests_total{class="5xx"}': "0x120",
	'http_request_duration_seconds_bucket{le="1"}': "0+10x120",
	'http_request_duration_seconds_bucket{le="+Inf"}': "0+10x120",
	'nodejs_eventloop_delay_seconds{quantile="0.99"}': "0.02x120",
	process_resident_memory_bytes: "300000000x120",
	sobesednik_refusing: "0x120",
	'sobesednik_answers_total{model="m",state="done"}': "0+5x120",
	'sobesednik_first_piece_seconds_bucket{model="m",le="1"}': "0+5x120",
	'sobesednik_first_piece_seconds_bucket{model="m",le="+Inf"}': "0+5x120",
	sobesednik_jobs_overdue: "0x120",
	sobesednik_jobs_given_up: "0x120",
	sobesednik_disk_free_bytes: "50000000000x120",
	sobesednik_backup_age_seconds: "40000x120",
};

const seriesOf = (values: Record<string, string>) =>
	Object.entries(values).map(([series, values]) => ({ series, values }));

/** `ALERTS` is what Prometheus itself keeps of the alerts that fire. */
const expectFiring = (names: string[]) => [
	{
		expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
		eval_time: "50m",
		exp_samples: names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
	},
];

describe("docs/operator/alerts.yml", () => {
	test("each alert is tried below", () => {
		const { groups } = parse(readFileSync(RULES, "utf8"));
		const names = groups.flatMap(({ rules }: { rules: { alert: string }[] }) =>
			rules.map(({ alert }) => alert),
		);
		expect(names.toSorted()).toEqual(Object.keys(SERIES).toSorted());
	});

	test.skipIf(!hasPromtool)(`is understood by Prometheus${unlessMissing}`, () => {
		expect(promtool("check", "rules", RULES)).toEqual({ code: 0, text: expect.stringContaining("SUCCESS") });
	});

	test.skipIf(!hasPromtool)(
		`each alert fires for its trouble alone, and none while all is well${unlessMissing}`,
		() => {
			const cases = [
				{ interval: "30s", input_series: seriesOf(WELL), promql_expr_test: expectFiring([]) },
				...Object.entries(SERIES).map(([name, values]) => ({
					interval: "30s",
					input_series: seriesOf(values),
					promql_expr_test: expectFiring([name]),
				})),
			];
			const file = join(folder, "alerts.json");
			// YAML takes JSON as it is.
			writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: "30s", tests: cases }));
			const { code, text } = promtool("test", "rules", file);
			expect(text).toContain("SUCCESS");
			expect(code).toBe(0);
		},
	);
});
