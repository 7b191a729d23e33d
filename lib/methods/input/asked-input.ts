import type { McpFormSchema, McpInputRequest } from '../../interfaces/index.js';

/** What is remembered of a question: all that its answer is checked against. */
export type AskedInput = 'url' | 'sampling' | 'roots' | { readonly form: McpFormSchema };

export function askedInputs(
  requests: Readonly<Record<string, McpInputRequest>>,
): Readonly<Record<string, AskedInput>> {
  return Object.fromEntries(Object.entries(requests).map(([key, request]) => [key, askedInput(request)]));
}

function askedInput(request: McpInputRequest): AskedInput {
  switch (request.method) {
    case 'elicitation/create':
      return request.params.mode === 'url' ? 'url' : { form: request.params.requestedSchema };
    case 'sampling/createMessage':
      return 'sampling';
    case 'roots/list':
      return 'roots';
  }
}
