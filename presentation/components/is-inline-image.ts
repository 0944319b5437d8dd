/** True if a picture needs no request, so that it can be decoded synchronously. */
export const isInlineImage = (src: string | null | undefined): boolean => src != null && /^(data|blob):/i.test(src);
