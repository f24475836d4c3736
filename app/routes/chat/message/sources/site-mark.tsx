/** A site by its first letter: no picture of it is asked for anywhere. */
export const SiteMark = ({ host }: { host: string }) => (
	<span className="site" aria-hidden="true">
		{[...host].at(0)}
	</span>
);
