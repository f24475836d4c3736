/** Words of the room «faq». */
export default {} as const;
