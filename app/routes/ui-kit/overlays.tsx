import { useCallback, useState } from "react";
import { uiKit } from "../../i18n/ru/ui-kit.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { Snackbar } from "../../ui/snackbar.tsx";
import { Section } from "./section.tsx";

const words = uiKit.overlays;

export function Overlays() {
	const [dialog, setDialog] = useState(false);
	const [said, setSaid] = useState<string | null>(null);
	const close = useCallback(() => setSaid(null), []);
	const say = (text: string) => () => setSaid(text);
	return (
		<Section title={words.title}>
			<div className="flex flex-wrap items-center gap-3">
				<Menu align="start" button={<IconButton icon="dots-vertical" label={words.menu} />}>
					<MenuItem icon="pencil-outline" onClick={say(words.rename)}>
						{words.rename}
					</MenuItem>
					<MenuItem icon="pin-outline" onClick={say(words.pin)}>
						{words.pin}
					</MenuItem>
					<MenuItem icon="tray-arrow-down" onClick={say(words.export)}>
						{words.export}
					</MenuItem>
					<MenuSeparator />
					<MenuItem icon="trash-can-outline" danger onClick={() => setDialog(true)}>
						{words.remove}
					</MenuItem>
				</Menu>
				<Button type="button" onClick={() => setDialog(true)}>
					{words.openDialog}
				</Button>
				<Button type="button" onClick={say(words.newVersion)}>
					{words.showSnackbar}
				</Button>
			</div>
			<div className="mt-4 grid gap-3 md:grid-cols-2">
				<Banner title={words.confirm[0]}>{words.confirm[1]}</Banner>
				<Banner tone="success" title={words.saved[0]}>
					{words.saved[1]}
				</Banner>
				<Banner tone="warning" title={words.left[0]}>
					{words.left[1]}
				</Banner>
				<Banner tone="error" title={words.failed[0]}>
					{words.failed[1]}
				</Banner>
			</div>
			<Dialog
				open={dialog}
				onClose={() => setDialog(false)}
				title={words.dialogTitle}
				text={words.dialogText}
				actions={
					<>
						<Button type="button" variant="ghost" onClick={() => setDialog(false)}>
							{words.cancel}
						</Button>
						<Button type="button" variant="error" onClick={() => setDialog(false)}>
							{words.remove}
						</Button>
					</>
				}
			/>
			<Snackbar text={said} action={{ label: words.refresh, onClick: close }} onClose={close} />
		</Section>
	);
}
