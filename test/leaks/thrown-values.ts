import { BadRequestException, InternalServerErrorException } from '@nestjs/common';

/** Whatever an application can throw, with a text in it that must stay inside. */
export const THROWN: Readonly<Record<string, (leak: string) => unknown>> = {
  'an Error': (leak) => new Error(leak),
  'an Error with a cause': (leak) => new Error(leak, { cause: new Error(leak) }),
  'an error of a database': (leak) =>
    Object.assign(new Error(leak), {
      name: 'QueryFailedError',
      query: leak,
      parameters: [leak],
      driverError: leak,
    }),
  'an AggregateError': (leak) => new AggregateError([new Error(leak), leak], leak),
  'a text': (leak) => leak,
  'an object': (leak) => ({ message: leak, headers: { authorization: leak } }),
  'an object without a prototype': (leak) => Object.assign(Object.create(null) as object, { leak }),
  'a list': (leak) => [leak],
  undefined: () => undefined,
  null: () => null,
  'a number': () => 0,
  'a function': (leak) => () => leak,
  'an object that cannot be a text': (leak) => ({
    toString() {
      throw new Error(leak);
    },
    get message() {
      throw new Error(leak);
    },
  }),
  'an error without a stack to read': (leak) =>
    Object.defineProperty(new Error(leak), 'stack', {
      get() {
        throw new Error(leak);
      },
    }),
  'an error whose properties throw': (leak) =>
    Object.defineProperties(new Error('x'), {
      expose: { get: () => raise(leak) },
      status: { get: () => raise(leak) },
      statusCode: { get: () => raise(leak) },
      cause: { get: () => raise(leak) },
    }),
  'an error that says it may not be shown': (leak) =>
    Object.assign(new Error(leak), { expose: false, status: 500, statusCode: 500 }),
  'an error with a status of its own': (leak) => Object.assign(new Error(leak), { status: 500 }),
};

/** What says its answer itself, with a secret behind it. */
export const ANSWERED: Readonly<Record<string, (leak: string) => unknown>> = {
  'an HttpException with a cause': (leak) => new BadRequestException('Bad.', { cause: new Error(leak) }),
  'an HttpException of the server with a cause': (leak) =>
    new InternalServerErrorException('Broken.', { cause: new Error(leak) }),
};

function raise(text: string): never {
  throw new Error(text);
}
