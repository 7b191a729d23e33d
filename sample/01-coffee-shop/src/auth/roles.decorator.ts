import type { CustomDecorator } from '@nestjs/common';
import { SetMetadata } from '@nestjs/common';
import { Role } from './role.enum.js';

export const ROLES_METADATA = 'roles';

/** Who may call the route. A route without it is open to everyone. */
export const Roles = (...roles: Role[]): CustomDecorator => SetMetadata(ROLES_METADATA, roles);

/** Everyone with a token. */
export const SignedIn = (): CustomDecorator => Roles(...Object.values(Role));
