/** Whether a request body of this type is a JSON-RPC message; MCP messages are JSON in UTF-8. */
export function isJsonContentType(contentType: string | undefined): boolean {
  if (contentType === 'application/json' || contentType === 'application/json; charset=utf-8') return true;
  if (contentType === undefined) return false;
  const [type, ...parameters] = contentType.toLowerCase().split(';');
  return type?.trim() === 'application/json' && parameters.every(isJsonParameter);
}

function isJsonParameter(parameter: string): boolean {
  const [name, value] = parameter.split('=', 2);
  if (name?.trim() !== 'charset') return true;
  const charset = value?.trim().replaceAll('"', '');
  return charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii';
}
