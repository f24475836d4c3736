type ChoicesProps = {
	legend: string;
	name: string;
	options: readonly { value: string; label: string; text?: string }[];
	chosen: string | undefined;
	problem?: string | undefined;
	required?: boolean;
};

/**
 * Radio buttons as cards, each with a word about it. The buttons bear the mark of a problem and not their group: the
 * first that bears it is given the focus.
 */
export function Choices({ legend, name, options, chosen, problem, required }: ChoicesProps) {
	const problemId = `${name}-problem`;
	return (
		<fieldset className="fset" aria-describedby={problem ? problemId : undefined}>
			<legend>{legend}</legend>
			{problem && (
				<p id={problemId} className="field-help">
					{problem}
				</p>
			)}
			<div className="choices">
				{options.map(({ value, label, text }) => (
					<label key={value} className="choice">
						<input
							type="radio"
							name={name}
							value={value}
							defaultChecked={value === chosen}
							required={required}
							aria-invalid={problem ? true : undefined}
						/>
						<span>
							<b>{label}</b> {text && <small>{text}</small>}
						</span>
					</label>
				))}
			</div>
		</fieldset>
	);
}
