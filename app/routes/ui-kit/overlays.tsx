import { useCallback, useState } from "react";
import { uiKit } from "../../i18n/ru/ui-kit.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { Snackbar } from "../../ui/snackbar.tsx";
import { Section } from "./section.tsx";

const texts = uiKit.overlays;

export function Overlays() {
	const [dialog, setDialog] = useState(false);
	const [message, setMessage] = useState<string | null>(null);
	const close = useCallback(() => setMessage(null), []);
	const show = (text: string) => () => setMessage(text);
	return (
		<Section title={texts.title}>
			<div className="flex flex-wrap items-center gap-3">
				<Menu align="start" button={<IconButton icon="dots-vertical" label={texts.menu} />}>
					<MenuItem icon="pencil-outline" onClick={show(texts.rename)}>
						{texts.rename}
					</MenuItem>
					<MenuItem icon="pin-outline" onClick={show(texts.pin)}>
						{texts.pin}
					</MenuItem>
					<MenuItem icon="tray-arrow-down" onClick={show(texts.export)}>
						{texts.export}
					</MenuItem>
					<MenuSeparator />
					<MenuItem icon="trash-can-outline" danger onClick={() => setDialog(true)}>
						{texts.remove}
					</MenuItem>
				</Menu>
				<Button type="button" onClick={() => setDialog(true)}>
					{texts.openDialog}
				</Button>
				<Button type="button" onClick={show(texts.newVersion)}>
					{texts.showSnackbar}
				</Button>
			</div>
			<div className="mt-4 grid gap-3 md:grid-cols-2">
				<Banner title={texts.confirm[0]}>{texts.confirm[1]}</Banner>
				<Banner tone="success" title={texts.saved[0]}>
					{texts.saved[1]}
				</Banner>
				<Banner tone="warning" title={texts.left[0]}>
					{texts.left[1]}
				</Banner>
				<Banner tone="error" title={texts.failed[0]}>
					{texts.failed[1]}
				</Banner>
			</div>
			<Dialog
				open={dialog}
				onClose={() => setDialog(false)}
				title={texts.dialogTitle}
				text={texts.dialogText}
				actions={
					<>
						<Button type="button" variant="ghost" onClick={() => setDialog(false)}>
							{texts.cancel}
						</Button>
						<Button type="button" variant="error" onClick={() => setDialog(false)}>
							{texts.remove}
						</Button>
					</>
				}
			/>
			<Snackbar text={message} action={{ label: texts.refresh, onClick: close }} onClose={close} />
		</Section>
	);
}
