/** For a form without other fields: lynx asks before it sends an empty one. */
export const NotEmpty = () => <input type="hidden" name="sent" value="1" />;
