import { Transform } from 'class-transformer';
import { IsEmail, IsString, Length } from 'class-validator';
import { McpParam } from 'nestjs-mcp';

export class RegisterCustomerDto {
  @McpParam({ description: 'Full name.', examples: ['Nora Lind'] })
  @IsString()
  @Length(2, 80)
  name!: string;

  @McpParam({
    description: 'Where receipts go. Every customer has their own.',
    examples: ['nora@example.com'],
  })
  @IsEmail()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase() : value))
  email!: string;
}
