/** Text of a script in a page: nothing in it ends the script. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * The page of the hidden frame: hands the attestation to the page around it, and to no other.
 * @param attestation a JWT, or `null` where the service gives none
 * @param around origin of the page around the frame
 */
export const attestationPage = (attestation: string | null, around: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Attestation</title></head>
<body><script>
parent.postMessage(${inScript(JSON.stringify({ type: 'verify_attestation', attestation }))}, ${inScript(around)});
</script></body>
</html>
`;
