/** The Content-ID by which the HTML of an e-mail refers to the logo. */
export const LOGO_ID = "logo@sobesednik";

/**
 * `LogoMark` of `ui/logo.tsx` as a PNG of 96 by 96 pixels, for three device pixels per point: mail programs show no
 * SVG. In the source, because commands and the built server find no file by the same path.
 */
export const LOGO_PNG: Buffer = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAGAAAABgCAMAAADVRocKAAAAS1BMVEVrNOBrNOBrNOBrNOBrNOBrNOBrNOBrNOBrNOCQZ+ijgOy1mvDIs/PazPd+TeT////t5vt+O8iQQbCjSJjaW0//aB/tYje1ToDIVWfjD2byAAAACHRSTlMAJEhskLTY/LEhGysAAAKkSURBVHjavVppk4MgDPUA5PTYatv//0t36na6UoFEJL6PnU6eOUkCVRVGwxgXopMIdEJwxprqAFqOkvzFw1uc9JrLbPAaIb6TJ9ABFDU7JX6lYAmK5rT4lSLqb1ZEvpRdxNtcFgMPmV/IghB7RxSVL6UgtE/QSq0sjrZ8fCailUC+5wYmScA+EdrREHQ1rQIfFagU+KjAJRk4XQi9VVhzAPlnpY21zlmjejxDg7SQMm7Ywpke72bYQnoc9hgNMtlAC6mQ+JVCoWwElTk7xOF6RMlLZ1k/DinASrC0j/UAQZ0isAMMDaWaOCcfYhCJKDUDDiqdy0fsP47OBX5NqhAlUN8had5f2utvkj6LwI/PUSdyW+UQ+Aayu/ywZzXwPtEkvyDLBwYORI3LtQpWwCSrIFQtwgR9yv7//9LWaqgYVZCFRrgkTz+HCRy61sjbvCzLcn8cIthaCJD/XN6YpwMEGuOBFfPywX3KIkjHyGPZ4IknMMgsnRYPP2gCi3TBwyd4ogkcMkifPsGcQeCwLl7dnGGi8YiJ5uIEN5/gkRNF6TS4ewRT+Ty4gQqECRRcqwOZnFeLRpJaRF5Nj54HE92JBo86p8/kIetM9tsioKvos1rHA32RyyKwQGfnznZ29num7OOdfVZvum/TbdnuOjj8lZwPBjwUMYHJyoMeLR+qVZEhUJWxz2sIFJkTOE6+FJFBHDfCWnhXwSMEmzyLbiscZtvCI8sQt908mRCHxYh/7SraeJ791wdlfQ6nJRJtZCG1qz5SmXVl56zRB3Z2r6VdME6NkkXQ0a5N/xanDSVBc8Viln61XNMR1BWtCvyqCwryKxYiFbqa9BrtnQOERmLXXjXSX5bSX/eSX1i/Yon4yp3+0QD9swf6hxsXPD254PFM4ec/v/VmM2zVk5amAAAAAElFTkSuQmCC",
	"base64",
);
