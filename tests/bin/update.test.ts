import { execFileSync } from "node:child_process";
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** A program of two versions in a repository, with `update` as it is and the other commands as notes in a file. */
function repository() {
	const root = mkdtempSync(join(tmpdir(), "sobesednik-update-"));
	onTestFinished(() => rmSync(root, { recursive: true, force: true }));
	const [origin, here] = [join(root, "origin"), join(root, "here")];
	const git = (cwd: string, ...args: string[]) =>
		execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.ru", ...args], {
			cwd,
			encoding: "utf8",
			stdio: ["ignore", "pipe", "pipe"],
		}).trim();
	mkdirSync(join(origin, "bin/update"), { recursive: true });
	for (const file of ["update/update.mjs", "prepare.mjs", "server-process.mjs", "end-with-npm.mjs"])
		copyFileSync(join("bin", file), join(origin, "bin", file));
	const note = 'import { appendFileSync } from "node:fs"; appendFileSync("done.txt", process.argv.slice(1)';
	const commit = (version: string, settings = "") => {
		writeFileSync(join(origin, "version.txt"), version);
		writeFileSync(
			join(origin, "bin/build.mjs"),
			`${note}.concat("${version}").join(" ").replace(/.*bin./, "") + "\\n");`,
		);
		writeFileSync(
			join(origin, "bin/operator.mjs"),
			`${note}.concat("${version}").join(" ").replace(/.*bin./, "") + "\\n"); ${settings}`,
		);
		git(origin, "add", ".");
		git(origin, "commit", "-qm", version);
	};
	git(root, "init", "-q", "-b", "main", origin);
	writeFileSync(join(origin, ".gitignore"), "done.txt\n");
	commit("1");
	git(root, "clone", "-q", origin, here);
	const update = (...args: string[]) => {
		rmSync(join(here, "done.txt"), { force: true });
		try {
			return {
				code: 0,
				out: execFileSync(process.execPath, ["bin/update/update.mjs", ...args], {
					cwd: here,
					encoding: "utf8",
					stdio: ["ignore", "pipe", "pipe"],
				}),
			};
		} catch (error) {
			const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
			return { code: status, out: stdout + stderr };
		}
	};
	const done = () =>
		existsSync(join(here, "done.txt")) ? readFileSync(join(here, "done.txt"), "utf8").trim().split("\n") : [];
	const version = () => readFileSync(join(here, "version.txt"), "utf8");
	return { origin, here, git, commit, update, done, version };
}

test("an update copies the data with the old version, builds the new one and looks at the settings with it; and back", () => {
	const { commit, update, done, version, git, here } = repository();
	expect(update()).toMatchObject({ code: 0, out: expect.stringContaining("обновлять нечего") });
	commit("2");
	const before = git(here, "rev-parse", "HEAD").slice(0, 12);
	const updated = update();
	expect(updated).toMatchObject({ code: 0, out: expect.stringContaining("Перезапустите сервер") });
	expect(updated.out).toContain(`npm run update -- ${before}`);
	expect(done()).toEqual([
		"operator.mjs backup --before-update 1",
		"build.mjs 2",
		"operator.mjs doctor check 2",
	]);
	expect(version()).toBe("2");
	expect(update(before)).toMatchObject({ code: 0 });
	expect([version(), done().length]).toEqual(["1", 3]);
	expect(update()).toMatchObject({ code: 2, out: expect.stringContaining("npm run update -- main") });
	expect(update("main")).toMatchObject({ code: 0 });
	expect([version(), git(here, "branch", "--show-current")]).toEqual(["2", "main"]);
	expect(update("nowhere")).toMatchObject({ code: 2, out: expect.stringContaining("Версии nowhere нет") });
});

test("a version that does not like the settings is taken back; what the operator has changed is not touched", () => {
	const { commit, update, done, version, git, here } = repository();
	writeFileSync(join(here, "content.txt"), "мои тарифы");
	commit("2", 'if (process.argv[2] === "doctor") process.exit(2);');
	expect(update()).toMatchObject({ code: 1, out: expect.stringContaining("Осталась прежняя версия") });
	expect(version()).toBe("1");
	expect(done().at(-1)).toBe("build.mjs 1");
	expect(git(here, "branch", "--show-current")).toBe("main");
	expect(readFileSync(join(here, "content.txt"), "utf8")).toBe("мои тарифы");
	commit("3");
	writeFileSync(join(here, "version.txt"), "изменено здесь");
	expect(update()).toMatchObject({ code: 1, out: expect.stringContaining("Ничего не изменено") });
	expect(version()).toBe("изменено здесь");
	git(here, "checkout", "version.txt");
	expect(update()).toMatchObject({ code: 0 });
	expect(version()).toBe("3");
});

test("commits of the operator's own on a branch stay, and are not updated over", () => {
	const { commit, update, version, git, here } = repository();
	writeFileSync(join(here, "own.txt"), "наше");
	git(here, "add", ".");
	git(here, "commit", "-qm", "наше");
	const own = git(here, "rev-parse", "HEAD");
	commit("2");
	for (const args of [[], ["main"]]) {
		expect(update(...args)).toMatchObject({ code: 1, out: expect.stringContaining("Ничего не изменено") });
		expect([git(here, "rev-parse", "HEAD"), git(here, "branch", "--show-current")]).toEqual([own, "main"]);
	}
	expect(version()).toBe("1");
	// Also from elsewhere: the branch keeps what is on it.
	git(here, "checkout", "-q", "--detach", "HEAD~1");
	expect(update("main")).toMatchObject({ code: 1, out: expect.stringContaining("Ничего не изменено") });
	expect([git(here, "rev-parse", "main"), version()]).toEqual([own, "1"]);
	expect(git(here, "branch", "--show-current")).toBe("");
});

test("without a copy of the data nothing is updated", () => {
	const { commit, update, version, here } = repository();
	commit("2");
	writeFileSync(join(here, "bin/operator.mjs"), "process.exit(1);");
	expect(update()).toMatchObject({ code: 1, out: expect.stringContaining("Без копии не обновляем") });
	expect(version()).toBe("1");
});
