/**
 * The first letter of a name. A whole character: half of an emoji is another one in the server's UTF-8 than in the
 * browser, and the page would not be hydrated.
 */
export const Avatar = ({ name }: { name: string }) => (
	<span className="avatar" aria-hidden="true">
		{[...name].at(0)?.toUpperCase()}
	</span>
);
