/** For a form that sends nothing else: an empty one is asked for by lynx, not sent. */
export const NotEmpty = () => <input type="hidden" name="sent" value="1" />;
