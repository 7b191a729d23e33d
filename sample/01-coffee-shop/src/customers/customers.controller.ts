import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  ParseUUIDPipe,
  Post,
} from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { McpTool } from 'nestjs-mcp';
import { Role } from '../auth/role.enum.js';
import { Roles, SignedIn } from '../auth/roles.decorator.js';
import { Customer } from './customer.entity.js';
import { CustomersService, LoyaltyAccount } from './customers.service.js';
import { RedeemPointsDto } from './dto/redeem-points.dto.js';
import { RegisterCustomerDto } from './dto/register-customer.dto.js';

@Controller('customers')
@Roles(Role.Barista, Role.Manager)
@McpTool()
export class CustomersController {
  constructor(private readonly customers: CustomersService) {}

  @Post()
  @ApiOperation({ summary: 'Register a customer for the loyalty programme. For staff.' })
  register(@Body() customer: RegisterCustomerDto): Promise<Customer> {
    return this.customers.register(customer);
  }

  @Get(':id')
  @SignedIn()
  @ApiOperation({ summary: 'Get a customer. Customers can get themselves only.' })
  findOne(@Param('id', ParseUUIDPipe) id: string): Promise<Customer> {
    return this.customers.get(id);
  }

  @Get(':id/loyalty')
  @SignedIn()
  @ApiOperation({ summary: 'Loyalty points of a customer and the tier they give.' })
  loyalty(@Param('id', ParseUUIDPipe) id: string): Promise<LoyaltyAccount> {
    return this.customers.loyalty(id);
  }

  @Post(':id/loyalty/redeem')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Spend loyalty points of a customer on a reward. For staff.' })
  redeem(
    @Param('id', ParseUUIDPipe) id: string,
    @Body() { points }: RedeemPointsDto,
  ): Promise<LoyaltyAccount> {
    return this.customers.redeem(id, points);
  }

  /** A right of the customer under data protection law: a person does this, not a model. */
  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Roles(Role.Manager)
  @McpTool(false)
  erase(@Param('id', ParseUUIDPipe) id: string): Promise<void> {
    return this.customers.erase(id);
  }
}
