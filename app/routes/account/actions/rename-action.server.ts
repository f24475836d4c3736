import { rename } from "../../../accounts/rename.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { type AccountAction, done, invalidAction } from "./responses.server.ts";

/** `intent=rename`: sets the display name. */
export const renameAction: AccountAction = async ({ form, account }) => {
	const name = String(form.get("name") ?? "");
	const { outcome } = await rename(db(), account.id, name);
	switch (outcome) {
		case "renamed":
			return done("renamed");
		case "too-long":
			return invalidAction("rename", { name: "name-too-long" }, { name });
		case "control-characters":
			return invalidAction("rename", { name: "name-odd" }, { name });
	}
};
