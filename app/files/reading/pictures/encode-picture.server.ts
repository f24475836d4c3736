import type { PictureType } from "../document-types.ts";
import { ReadingError } from "../reading-error.server.ts";
import { PICTURE_SIZES, READING_LIMITS } from "../reading-limits.server.ts";
import type { Vips } from "./open-vips.server.ts";

/** A picture as it is kept: for the model and the screen, and small. */
export type EncodedPicture = { width: number; height: number; full: Uint8Array; small: Uint8Array };

type Image = InstanceType<Vips["Image"]>;

/** JPEG of photographs, and of drawings and screenshots: from 90 on libvips keeps all of the colour's edges. */
const PHOTO_QUALITY = 85;
const DRAWING_QUALITY = 90;
const SMALL_QUALITY = 80;

/**
 * Decodes a picture and makes ours of it: upright, in sRGB, on white, without metadata; of an animation its first
 * frame.
 * @throws {ReadingError} before it is decoded when it has too many pixels
 */
export function encodePicture(vips: Vips, bytes: Uint8Array, type: PictureType): EncodedPicture {
	try {
		checkSize(vips, bytes);
		const upright = vips.Image.thumbnailBuffer(bytes, PICTURE_SIZES.full, {
			height: PICTURE_SIZES.full,
			size: "down",
			// The loader's own option: a file that was cut off is none that is half grey.
			option_string: "[fail_on=error]",
		});
		const coloured = inSrgb(upright);
		const shown = coloured.hasAlpha() ? coloured.flatten({ background: 255 }) : coloured;
		const quality = type === "jpeg" || type === "webp" ? PHOTO_QUALITY : DRAWING_QUALITY;
		return encode(vips, shown, quality);
	} catch (error) {
		throw error instanceof ReadingError ? error : new ReadingError("damaged-picture");
	}
}

/** Makes a picture of the pixels of a page: red, green, blue, of one byte each. */
export function encodePixels(vips: Vips, pixels: Uint8Array, width: number, height: number): EncodedPicture {
	return encode(
		vips,
		vips.Image.newFromMemory(pixels, width, height, 3, vips.BandFormat.uchar),
		PHOTO_QUALITY,
	);
}

function encode(vips: Vips, image: Image, quality: number): EncodedPicture {
	const { width, height } = image;
	const full = image.jpegsaveBuffer({ Q: quality, keep: 0 });
	image.delete();
	const thumbnail = vips.Image.thumbnailBuffer(full, PICTURE_SIZES.small, {
		height: PICTURE_SIZES.small,
		size: "down",
	});
	const small = thumbnail.jpegsaveBuffer({ Q: SMALL_QUALITY, keep: 0 });
	thumbnail.delete();
	return { width, height, full, small };
}

/** Converts by the profile in the file, where it has one that makes sense. */
function inSrgb(image: Image): Image {
	try {
		if (image.getTypeof("icc-profile-data") !== 0) return image.iccTransform("srgb", { embedded: true });
	} catch {
		// A broken profile is skipped, as viewers do.
	}
	return image.colourspace("srgb");
}

/** Reads the size that the file states; nothing is decoded. */
function checkSize(vips: Vips, bytes: Uint8Array): void {
	const header = vips.Image.newFromBuffer(bytes, "", { access: "sequential" });
	const pixels = header.width * header.height;
	header.delete();
	if (pixels > READING_LIMITS.pixels) throw new ReadingError("too-many-pixels");
}
