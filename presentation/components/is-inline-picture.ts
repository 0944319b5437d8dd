/** Whether a picture needs no request, so that it is drawn with the frame that shows it. */
export const isInlinePicture = (src: string | null | undefined): boolean => src != null && /^(data|blob):/i.test(src);
