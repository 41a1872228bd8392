/** Who asks: the key of an organization, as a guard. */
import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  ForbiddenException,
  Injectable,
  UnauthorizedException
} from "@nestjs/common"
import type { Request } from "express"
import { DataSource } from "typeorm"
import { makeAuthenticate, type Principal, type Query } from "../shared.ts"

interface Authenticated extends Request {
  principal: Principal
}

export const queryOf =
  (source: DataSource): Query =>
  (_name, text, values) =>
    source.query(text, [...values])

@Injectable()
export class ApiKeyGuard implements CanActivate {
  private readonly authenticate: ReturnType<typeof makeAuthenticate>

  constructor(source: DataSource) {
    this.authenticate = makeAuthenticate(queryOf(source))
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Authenticated>()
    const principal = await this.authenticate(request.headers.authorization)
    if (principal === undefined) throw new UnauthorizedException()
    if (principal.access === "read" && request.method !== "GET") throw new ForbiddenException()
    request.principal = principal
    return true
  }
}

/** The organization that asks. */
export const Organization = createParamDecorator(
  (_data: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<Authenticated>().principal.organization_id
)
