import { ArgumentsHost, Catch, NotFoundException } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { EntityNotFoundError } from 'typeorm';

/** Lets services use `findOneByOrFail()`: what the database does not have is a 404. */
@Catch(EntityNotFoundError)
export class EntityNotFoundFilter extends BaseExceptionFilter {
  override catch(error: EntityNotFoundError, host: ArgumentsHost): void {
    super.catch(new NotFoundException(`${describeEntity(error)} not found`), host);
  }
}

function describeEntity({ entityClass }: EntityNotFoundError): string {
  if (typeof entityClass !== 'function') return 'Entry';
  const words = entityClass.name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
