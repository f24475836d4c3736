import { listStaff } from "../../../accounts/staff/roles.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { shortMinuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { listFile } from "../list-file.server.ts";

const { secondStepOff, secondStepOn } = texts.team;

/** The team as a file, without names and e-mails: an account is named by its id. */
export const sendTeam = listFile({
	right: "team",
	act: "team-exported",
	name: "team",
	columns: [
		texts.team.columns.account,
		texts.team.columns.role,
		texts.team.columns.since,
		texts.team.columns.secondStep,
		texts.team.columns.state,
	],
	others: ["account", "do"],
	async read() {
		const members = await listStaff(db());
		const lines = members.map(({ id, role, grantedAt, secondStep, state }) => {
			const step = secondStep ? secondStepOn : secondStepOff;
			return [id, texts.roles[role], shortMinuteOf(Number(grantedAt)), step, texts.states[state]];
		});
		return { lines, next: null };
	},
});
