import { IsBoolean, IsString } from 'class-validator';

export class UserName {
  @IsString()
  name!: string;
}

export class Approval {
  @IsBoolean()
  ok!: boolean;
}

export class Color {
  @IsString()
  color!: string;
}

export class UserContext {
  @IsString()
  context!: string;
}

export class Account {
  @IsString()
  username!: string;

  @IsString()
  email!: string;
}

export class Confirmation {
  @IsBoolean()
  confirm!: boolean;
}
