import { IsIn } from 'class-validator';
import { McpParam } from 'nestjs-mcp';

/** Points a reward costs. */
export const REWARDS = [50, 100, 200];

export class RedeemPointsDto {
  @McpParam({ description: '50 points buy a pastry, 100 a drink of any size, 200 a bag of beans.' })
  @IsIn(REWARDS)
  points!: number;
}
